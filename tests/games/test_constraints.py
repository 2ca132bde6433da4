"""What must never be true is forbidden by the database itself, not by the models alone."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import connection, models

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "model",
    [
        *apps.get_app_config("games").get_models(),
        *apps.get_app_config("notifications").get_models(),
    ],
    ids=lambda model: model.__name__,
)
def test_every_constraint_and_index_of_a_model_stands_in_the_database(
    model: type[models.Model],
) -> None:
    with connection.cursor() as cursor:
        there = connection.introspection.get_constraints(cursor, model._meta.db_table)
    named = [*model._meta.constraints, *model._meta.indexes]
    assert {constraint.name for constraint in named} <= set(there)
