"""PARITY with layer normalisation at the program's default length: a word of 100 bits, 50 of them 1, eps = 10^-e."""

from exactua.authoring import Parameter, claim, exp, listed, log, point
from exactua.papers.chiang2022.parity_layernorm import model

x = [[int(token == row) for token in [0] * 50 + [1] * 50 + [2]] for row in range(10)]
words = listed("the word", [x + [[-entry for entry in row] for row in x]])
hundred = claim("hundred", parameters=(Parameter("e", "--eps is 10^-e", ladder=(5,)),))


@hundred.network("f")
def program(values):
    return model({"n": 101, "big": 1, "e": values["e"]})


@hundred.states("the word is counted as correct, and its cross-entropy is above 9/10 bit", over=words)
def nearly_a_bit(at):
    output = at.f(point)[9, 101]
    return (output < 0) & (10 * log(1 + exp(output)) > 9 * log(2))


@hundred.states("its cross-entropy is below 1/15 bit", over=words)
def small(at):
    return 15 * log(1 + exp(at.f(point)[9, 101])) < log(2)
