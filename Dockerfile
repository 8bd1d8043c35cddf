# knotlab without an environment of one's own: docs/container.md says how to run it. Compiled kernels are kept in /cache.
FROM python:3.13-slim AS build
COPY . /source
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheel /source

FROM python:3.13-slim
RUN --mount=type=bind,from=build,source=/wheel,target=/wheel \
    --mount=type=bind,source=constraints.txt,target=/constraints.txt \
    pip install --no-cache-dir --constraint /constraints.txt "$(echo /wheel/*.whl)[dask]" \
    && useradd --create-home --uid 1000 player \
    && install --directory --mode=1777 /cache /games
ENV KNOTLAB_CACHE_DIR=/cache MPLCONFIGDIR=/cache/matplotlib
VOLUME /cache
WORKDIR /games
USER 1000
ENTRYPOINT ["knotlab"]
