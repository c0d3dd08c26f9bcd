"""Enclosures of exp, log, sqrt and pi, by series with bounds of their remainders.

A ball (m, r, e) of integers stands for all reals x with |x - m 2^e| <= r 2^e. Whatever is cut off makes r larger, and
so does what a series leaves out, by the bound that stands beside it. A number of bits p says how much is cut off; what
comes out is as small as one likes if p is large enough, and right for every p.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from .refusals import NOT_RECHECKED, Refused
from .values import Rational

Ball: TypeAlias = "tuple[int, int, int]"  # (m, r, e): the reals x with |x - m 2^e| <= r 2^e
SHORT = 64  # bits of a rational number for which a series in the number itself is the fastest
LARGEST_EXPONENT = 40  # bits of an argument of exp


def ball_rounded(m: int, r: int, e: int, p: int) -> Ball:
    """A ball around this one, of p bits at most: what is shifted out is less than 1 of m, and less than 1 of r."""
    shift = max(m.bit_length() - p, r.bit_length() - 40)  # bits of m far below r say nothing
    return (m >> shift, (r >> shift) + 2, e + shift) if shift > 0 else (m, r, e)


def ball_top(ball: Ball) -> int:
    """An integer t for which all numbers of a ball are below 2^(t+1) in absolute value."""
    return max(abs(ball[0]), ball[1]).bit_length() + ball[2]


def ball_sum(balls: Iterable[Ball], p: int) -> Ball:
    """The sum; what is 2^-p of the largest is cut off."""
    balls = [ball for ball in balls if ball[0] or ball[1]]
    least, m, r = max(map(ball_top, balls), default=0) - p - 4, 0, 0
    for m_k, r_k, e in balls:
        shift = least - e
        m += m_k >> shift if shift > 0 else m_k << -shift
        r += (r_k >> shift) + 2 if shift > 0 else r_k << -shift
    return ball_rounded(m, r, least, p)


def ball_product(a: Ball, b: Ball, p: int) -> Ball:
    """The product."""
    return ball_rounded(a[0] * b[0], abs(a[0]) * b[1] + abs(b[0]) * a[1] + a[1] * b[1], a[2] + b[2], p)


def ball_power(base: Ball, exponent: int, p: int) -> Ball:
    """A power of a ball, with exponent >= 1."""
    power = base
    for bit in bin(exponent)[3:]:
        power = ball_product(power, power, p)
        power = ball_product(power, base, p) if bit == "1" else power
    return power


def ball_inverse(a: Ball, p: int) -> Ball:
    """1 / a, where a has no 0: with q the floor of 2^w / m, |2^w / x - q| <= 1 + 2^w r / (|m| (|m| - r))."""
    m, r, e = ball_rounded(*a, p + 8)
    w = p + 8 + m.bit_length()
    q = (1 << w) // m
    return q, (abs(q) + 1) * r // (abs(m) - r) + 2, -w - e


def ball_of(x: Rational, p: int) -> Ball:
    """A rational number, cut off after p bits."""
    a, b = x.numerator, x.denominator
    shift = p + b.bit_length() - a.bit_length()
    if b == 1 and shift >= 0:
        return a, 0, 0
    return ((a << shift) // b if shift > 0 else a // (b << -shift)), 1, -shift


def ball_root(a: Ball, p: int) -> Ball:
    """The root of those numbers that have one: |sqrt(x) - sqrt(m)| <= r / sqrt(m), and the floor of it is near."""
    m, r, e = ball_rounded(*a, 2 * p + 8)
    shift = max(0, 2 * p + 8 - m.bit_length())
    shift += (e - shift) % 2
    m, r, e = m << shift, r << shift, e - shift
    if m <= r:  # from 0 to the root of m + r
        half = math.isqrt(m + r) // 2 + 1
        return half, half, e // 2
    q = math.isqrt(m)
    return q, r // q + 2, e // 2


def exp_series(a: int, b: int, t: int, w: int) -> int:
    """An integer at most 2 from 2^w exp(x), x = a / (b 2^t), |x| <= 1/2, b > 0.

    After the term of x^N / N! the rest is at most 2 |x|^(N+1) / (N+1)!; |x| < 2^-s, and k >= 2^(length of k - 1).
    """
    s, bits, N = b.bit_length() + t - a.bit_length() - 1, 0, 0
    while bits < w + 1:  # (N+1)! / |x|^(N+1) >= 2^bits
        N += 1
        bits += s + N.bit_length() - 1
    N -= 1

    def split(low: int, high: int) -> tuple[int, int, int]:
        """P, Q, T: the products of a and of k b over k = low, ..., high - 1, and T / (Q 2^(t count)) is the sum over
        these k of the products of a / (j b 2^t) over j = low, ..., k.
        """
        if high - low == 1:
            return a, low * b, a
        middle = (low + high) // 2
        (P, Q, T), (P_2, Q_2, T_2) = split(low, middle), split(middle, high)
        return P * P_2, Q * Q_2, (T * Q_2 << t * (high - middle)) + P * T_2

    _, Q, T = split(1, N + 1) if N else (1, 1, 0)
    shift = w - t * N
    return (1 << w) + ((T << shift) // Q if shift > 0 else (T >> -shift) // Q)


def arctangent(a: int, b: int, w: int, sign: int) -> int:
    """An integer at most 2 from 2^w artanh(x) (`sign` 1) or 2^w arctan(x) (-1), where x = a / b, |x| <= 1/4.

    It is the sum of sign^k x^(2k+1) / (2k+1); after the term with k = N the rest is at most |x|^(2N+3).
    """
    if a == 0:
        return 0
    s = (b**32 // a**32).bit_length() - 1  # |x|^-32 >= 2^s
    N = 16 * w // s + 1  # (2N + 3) s / 32 >= w

    def split(low: int, high: int) -> tuple[int, int, int, int]:
        """P, Q, B, T: the products over k = low, ..., high - 1 of a or sign a^2, of b or b^2 and of 2k+1, where a and b
        are for k = 0; and T / (Q B) is the sum over these k of (P / Q for low, ..., k) / (2k+1).
        """
        if high - low == 1:
            P, Q = (sign * a * a, b * b) if low else (a, b)
            return P, Q, 2 * low + 1, P
        middle = (low + high) // 2
        (P, Q, B, T), (P_2, Q_2, B_2, T_2) = split(low, middle), split(middle, high)
        return P * P_2, Q * Q_2, B * B_2, B_2 * Q_2 * T + B * P * T_2

    _, Q, B, T = split(0, N + 1)
    return (T << w) // (Q * B)


@lru_cache(maxsize=8)
def log_2(w: int) -> int:
    """An integer at most 2 from 2^w log 2: (27/25)^9 (4800/4802) (8750/8748)^4 = 2, and log(a/b) = 2 artanh."""
    series = 18 * arctangent(1, 26, w + 8, 1) - 2 * arctangent(1, 4801, w + 8, 1) + 8 * arctangent(1, 8749, w + 8, 1)
    return series >> 8  # 2 (18 + 2 + 8) < 2^8


@lru_cache(maxsize=8)
def pi_times(w: int) -> int:
    """An integer at most 2 from 2^w pi: pi = 16 arctan(1/5) - 4 arctan(1/239)."""
    return (16 * arctangent(1, 5, w + 8, -1) - 4 * arctangent(1, 239, w + 8, -1)) >> 8  # 2 (16 + 4) < 2^8


def exp_of_ball(a: Ball, p: int) -> Ball:
    """exp of a ball of radius <= 1/4.

    exp(c) is 2^k times the product of exp(x) over pieces x of c - k log 2, of 8, 24, 72, ... bits behind the point.
    """
    (c, r, e), k, w = a, 0, p + 16
    h = max(0, c.bit_length() + e) + 4
    if h - 4 > LARGEST_EXPONENT + 1:
        raise Refused("an exponential of too large a number", NOT_RECHECKED)
    rest, off = (c << e + w if e + w > 0 else c >> -e - w), 1
    if abs(rest) >> w - 2:  # |c| >= 1/4
        fine = log_2(w + h)
        k = ((rest << h + 1) + fine) // (2 * fine)
        rest, off = rest - (k * fine >> h), 3  # |k| < 2^(h-2), so k times the error of log 2 is less than 1
    ball, t = (1 << w, 0, -w), 8
    while rest:
        t = min(t, w)
        x = rest >> w - t
        rest -= x << w - t
        ball = ball_product(ball, (exp_series(x, 1, t, w), 2, -w), w) if x else ball
        t *= 3
    # |exp(u) - 1| <= 2 |u| for |u| <= 1, where u is at most off / 2^w, and then r 2^e
    ball = ball_product(ball, (1 << w, 2 * off, -w), w)
    m, s, f = ball if r == 0 else (ball[0], ball[1] + (((ball[0] + ball[1]) * 2 * r) >> -e) + 1, ball[2])
    return ball_rounded(m, s, f + k, p)


@lru_cache(maxsize=256)
def exp_of(x: Rational, p: int) -> Ball:
    """exp of a rational number; that of a short one is exp(x / 2^j)^(2^j)."""
    a, b = x.numerator, x.denominator
    size = a.bit_length() - b.bit_length() + 1  # |x| < 2^size
    if max(a.bit_length(), b.bit_length()) > SHORT:
        return exp_of_ball(ball_of(x, p + max(size, 0) + 8), p)
    j = max(0, size + 1)
    w = p + j + 16
    ball = (exp_series(a, b, j, w), 2, -w)
    for _ in range(j):
        ball = ball_product(ball, ball, w)
    return ball_rounded(*ball, p)


def log_of_ball(a: Ball, p: int) -> Ball:
    """log of a ball with m > 4 r: it is that of m 2^e up to r / (m - r)."""
    m, r, e = ball_rounded(*a, p + 16)
    n = m.bit_length()
    n -= 3 * m < 2 << n  # 2/3 <= m / 2^n < 4/3
    w, k = p + 16, n + e
    h = k.bit_length()
    parts = [log_near_1(m, n, w), (k * log_2(w + h), 2 * abs(k), -w - h), (0, (r << w) // (m - r) + 1, -w)]
    return ball_sum(parts, p)


def log_near_1(m: int, n: int, w: int) -> Ball:
    """log t for t = m / 2^n in [2/3, 4/3].

    For any l, log t = l + 2 artanh(u) with u = (t - exp(l)) / (t + exp(l)), and 2 artanh(u) is at most |u|^3 from 2u
    for u^2 <= 1/3; l is found in the same way, with a third of the bits, and with 0 in its place at first.
    """
    zeros = (m & -m).bit_length() - 1
    if m.bit_length() - zeros <= SHORT:
        a, b = m >> zeros, 1 << n - zeros
        return 2 * arctangent(a - b, a + b, w, 1), 4, -w
    l_m, l_e, third = 0, 0, w // 3 + 12
    if third < w - 4:
        cut = max(0, m.bit_length() - third - 8)
        l_m, _, l_e = log_near_1(m >> cut, n - cut, third)
    near = exp_of_ball((-l_m, 0, l_e), w + 8)  # exp(-l), so that u is (t exp(-l) - 1) / (t exp(-l) + 1)
    x = ball_product((m, 0, -n), near, w + 8)
    u_m, u_r, u_e = ball_product(
        ball_sum([x, (-1, 0, 0)], w + 8), ball_inverse(ball_sum([x, (1, 0, 0)], w + 8), w + 8), w + 8
    )
    return ball_sum([(l_m, 0, l_e), (2 * u_m, 2 * u_r, u_e), (0, (abs(u_m) + u_r) ** 3, 3 * u_e)], w)


@lru_cache(maxsize=256)
def log_of(x: Rational, p: int) -> Ball:
    """log of a positive rational number; that of a short one is k log 2 + 2 artanh((x - 2^k) / (x + 2^k))."""
    a, b = x.numerator, x.denominator
    if max(a.bit_length(), b.bit_length()) > SHORT:
        return log_of_ball(ball_of(x, p + 16), p)
    k = a.bit_length() - b.bit_length()
    a, b = (a, b << k) if k > 0 else (a << -k, b)  # 1/2 < x / 2^k < 2
    if 3 * a < 2 * b:
        a, k = 2 * a, k - 1
    elif 3 * a > 4 * b:
        b, k = 2 * b, k + 1
    w = p + k.bit_length() + 8
    return ball_rounded(2 * arctangent(a - b, a + b, w, 1) + k * log_2(w), 4 + 2 * abs(k), -w, p)
