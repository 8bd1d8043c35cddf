// Browsers start no worker for a page that is opened from disk; there the site's search runs in a hidden frame instead.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = document.createElement("iframe"), waiting = [];
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentWindow, script = frame.contentDocument.createElement("script");
      const tell = (whom, data) => whom.dispatchEvent(new MessageEvent("message", { data }));
      inside.postMessage = (data) => tell(this, data);
      this.postMessage = (data) => waiting.push(data);
      script.onload = () => {
        this.postMessage = (data) => tell(inside, data);
        waiting.forEach(this.postMessage);
      };
      script.src = address;
      frame.contentDocument.head.append(script);
    }
  };
}
