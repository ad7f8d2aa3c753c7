"""Vectors."""

import pickle

import numpy as np
import pytest

import egen


@pytest.fixture(scope="module")
def model():
    return egen.load()


def test_vectors_have_length_one(model):
    formulas = ["sin(2x)", r"\frac{x}{2}", egen.parse("x^2"), 3]
    for by, width in (("meaning", 128), ("shape", 128), ("both", 256)):
        vectors = model.encode(formulas, by)
        assert vectors.dtype == np.float32 and vectors.shape == (4, width) == (4, model.width(by))
        np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, rtol=1e-5)
    assert model.encode([]).shape == (0, 128)


def test_one_formula_has_one_vector(model):
    np.testing.assert_array_equal(model.encode("x^2"), model.encode(["x^2"])[0])


def test_vectors_do_not_depend_on_the_batch(model):
    formulas = [f"sin({k}*x) + x^{k % 5}" for k in range(600)]
    many, some = model.encode(formulas, threads=2), model.encode(formulas[300:310], threads=1)
    np.testing.assert_allclose(many[300:310], some, atol=1e-6)


def test_equal_formulas_lie_together(model):
    assert model.similarity("sin(2x)", "2 sin(x) cos(x)") > 0.99
    cosines = model.similarity(["x^2", "sin(x)"], ["x*x", "cos(pi/2 - x)", "exp(x)"])
    assert cosines.shape == (2, 3) and cosines[0, 0] > 0.99 and cosines[1, 1] > 0.99 and cosines[0, 2] < 0.9
    with pytest.raises(TypeError, match="two lists"):
        model.similarity("x", ["x"])


def test_what_cannot_be_read_is_raised_or_nan(model):
    with pytest.raises(egen.ReadError) as caught:
        model.encode(["x", "sin(", "y"])
    assert caught.value.text == "sin("
    vectors = model.encode(["x", "sin(", None], strict=False)
    assert np.isnan(vectors).any(axis=1).tolist() == [False, True, True]


def test_columns_are_taken(model):
    pa, pl = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    wanted = model.encode(["x", "x^2"])
    for formulas in (pa.array(["x", "x^2"]), pl.Series(["x", "x^2"]), ("x", "x^2"), np.array(["x", "x^2"])):
        np.testing.assert_array_equal(model.encode(formulas), wanted)


def test_models_have_names_and_files(model, tmp_path):
    assert repr(model) == "<egen.Model wide>" and pickle.loads(pickle.dumps(model)).name == "wide"
    with pytest.raises(egen.ModelError, match="egen has wide"):
        egen.load(tmp_path / "nothing.safetensors")
    broken = tmp_path / "broken.safetensors"
    broken.write_bytes(b"\x00" * 100)
    with pytest.raises(egen.ModelError):
        egen.load(broken)
    with pytest.raises(ValueError, match="no vector is called"):
        model.encode(["x"], by="words")
