"""Whether several means differ among themselves.

With means m_k, standard errors e_k and weights w_k = 1 / e_k^2, Cochran's Q is sum w_k (m_k - m)^2, m the weighted
mean; it is compared with chi-squared (Cochran, "The combination of estimates from different experiments", Biometrics
10, 1954). As the errors are measured, Welch's correction for the number of deals is used here, which tends to Q as the
deals grow (Welch, "On the comparison of several mean values: an alternative approach", Biometrika 38, 1951).
"""

from collections.abc import Sequence

import numpy as np


def heterogeneity(means: Sequence[float], errors: Sequence[float], deals: Sequence[int]) -> float:
    """The p-value of the hypothesis that all means are equal.

    Parameters
    ----------
    means, errors : sequence of float
        Each mean and its standard error.
    deals : sequence of int
        How many deals each rests on.

    Returns
    -------
    float
        1 where fewer than two means have an error to go by. Means without one are left out.

    Examples
    --------
    >>> round(heterogeneity([0.0, 0.0, 0.3], [0.1, 0.1, 0.1], [10_000] * 3), 3)
    0.05
    """
    from scipy.special import fdtrc

    m, e, n = (np.asarray(values, float) for values in (means, errors, deals))
    known = (n >= 2) & (e > 0)
    k = int(known.sum())
    if k < 2:
        return 1.0
    m, weight, freedom = m[known], 1 / e[known] ** 2, n[known] - 1
    mean = (weight * m).sum() / weight.sum()
    unsure = float(((1 - weight / weight.sum()) ** 2 / freedom).sum())
    q = float((weight * (m - mean) ** 2).sum())
    ratio = q / (k - 1) / (1 + 2 * (k - 2) / (k**2 - 1) * unsure)
    return float(fdtrc(k - 1, (k**2 - 1) / (3 * unsure), ratio))
