#!/bin/sh
# An operator's command, as the server's user and with the server's environment. The log of changes
# names the account that used sudo.
set -eu
INIT_CWD=$PWD
export INIT_CWD
cd /opt/clipurse/current
exec runuser -u clipurse -- node_modules/.bin/node --env-file=/etc/clipurse/clipurse.env \
  server/operator/main.ts "$@" --as "${SUDO_USER:-root}"
