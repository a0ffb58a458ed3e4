#!/bin/sh
# Backs up the database and the media of the environment into a new folder, named by the time, under
# the folder that is given. It is run by clipurse-backup.service, in the project's folder.
set -eu
folder="$1/$(date -u +%Y-%m-%dT%H%M%SZ)"

if [ -z "${DATABASE_URL:-}" ]; then
  exec node_modules/.bin/node server/operator/main.ts backup "$folder"
fi

# media after the database: a row then never names a file that is missing
draft="$folder.new"
mkdir "$draft"
pg_dump --format=custom --no-owner --file="$draft/clipurse.dump" "$DATABASE_URL"
cp --archive "$DATA_DIR/media" "$draft/media"
cd "$draft"
find . -type f ! -name SHA256SUMS -exec sha256sum {} + >SHA256SUMS
sync --file-system .
mv "$draft" "$folder"
echo "backed up into $folder"
