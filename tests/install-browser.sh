#!/bin/sh
# Chromium for the browser tests, from Debian. Without it they skip and say so (with CI=true they must run).
command -v chromium >/dev/null 2>&1 && exit 0
if ! command -v apt-get >/dev/null 2>&1; then
  echo "chromium is missing and there is no apt-get: browser tests will be skipped"
  exit 0
fi
if [ "$(id -u)" = 0 ]; then as_root=""; elif sudo -n true 2>/dev/null; then as_root="sudo -n"; else
  echo "chromium is missing and installing it needs root: browser tests will be skipped"
  exit 0
fi
echo "installing chromium"
{ $as_root apt-get update -q && DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qy --no-install-recommends chromium fonts-dejavu-core; } >/tmp/install-browser.$$ 2>&1 \
  || { tail -n 3 /tmp/install-browser.$$; echo "chromium could not be installed: browser tests will be skipped"; }
rm -f /tmp/install-browser.$$
exit 0
