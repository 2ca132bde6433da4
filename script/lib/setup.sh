# Shared by the scripts: find a Python, make .venv, write the development settings.
# shellcheck shell=bash
#
#   set_up embedded    what script/server and script/demo need
#   set_up test        that, and what the tests and checks need

fail() {
  echo "augustus: $*" >&2
  exit 1
}

# Sets PYTHON to an interpreter of 3.11 to 3.13 with the venv module, or ends in one line.
find_python() {
  local candidate found="" lacking=""
  for candidate in ${AUGUSTUS_PYTHON:-python3 python3.13 python3.12 python3.11}; do
    found=$("$candidate" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue
    case "$found" in 3.11 | 3.12 | 3.13) ;; *) continue ;; esac
    if "$candidate" -c 'import ensurepip, venv' 2>/dev/null; then
      PYTHON=$candidate
      return
    fi
    lacking=$found
  done
  if [ -n "$lacking" ]; then
    fail "Python $lacking is here but not its venv module; install it (apt-get install python$lacking-venv)."
  fi
  fail "needs Python 3.11, 3.12 or 3.13 as python3${found:+, and python3 here is $found}; install one (apt-get install python3 python3-venv)."
}

# Prints what .venv must have been made from to be fit for the set $1.
wanted_stamp() {
  cat script/lib/setup.sh "requirements/$1.txt" | sha256sum | cut -d' ' -f1
}

# Makes .venv hold the set $1, unless it does. The test set holds the embedded one.
make_venv() {
  local set=$1 bin=.venv/bin/python
  if [ -x "$bin" ] && "$bin" -c '' 2>/dev/null; then
    [ "$(cat ".venv/stamp-$set" 2>/dev/null)" = "$(wanted_stamp "$set")" ] && return
  else
    find_python
    echo "augustus: making .venv with $("$PYTHON" --version)" >&2
    rm -rf .venv
    "$PYTHON" -m venv .venv || fail "could not make .venv; its error stands above."
  fi
  echo "augustus: installing the packages of requirements/$set.txt into .venv (once)" >&2
  rm -f .venv/stamp-*
  "$bin" -m pip --disable-pip-version-check --quiet install --no-input --no-deps \
    --require-hashes --only-binary=:all: -r "requirements/$set.txt" ||
    fail "the packages could not be installed; pip's error stands above. Run the script again."
  wanted_stamp "$set" >".venv/stamp-$set"
  [ "$set" != test ] || wanted_stamp embedded >.venv/stamp-embedded
}

# What manage.py reads when neither SECRET_KEY nor DEBUG is set (augustus_site/environment.py).
write_development_settings() {
  local file="${VAR_DIR:-var}/development.env"
  [ ! -s "$file" ] || return 0
  (
    umask 077
    mkdir -p "${VAR_DIR:-var}/static"
    "$1" -c 'import secrets; print("DEBUG=1\nEMAIL_URL=dummymail://\nSECRET_KEY=" + secrets.token_hex(32))' >"$file.$$"
    "$1" -m script.lib.broker --url >>"$file.$$"
    mv "$file.$$" "$file"
  )
}

set_up() {
  # Nothing that is installed elsewhere may be needed, nor get in the way.
  unset VIRTUAL_ENV PYTHONPATH PYTHONHOME PIP_USER PIP_TARGET PIP_PREFIX PIP_REQUIRE_VIRTUALENV
  export PYTHONNOUSERSITE=1 PATH="$PATH:/usr/sbin:/sbin"
  command -v flock >/dev/null && { exec 9<"script/lib/setup.sh"; flock 9; }
  make_venv "$1"
  write_development_settings .venv/bin/python
  exec 9<&-
}
