"""What is stored of players and games."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class Player(AbstractUser):
    """Somebody who plays; the e-mail address is the login."""

    email = models.EmailField(unique=True)
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = ["username"]
