# The services' roles and schemas, in a database that is created if it is missing. May run any number of times.
set -eu
if [ -z "$(psql --username postgres --dbname postgres --no-align --tuples-only \
  --command "SELECT 1 FROM pg_database WHERE datname = '$POSTGRES_DB'")" ]; then
  psql --username postgres --dbname postgres --command "CREATE DATABASE \"$POSTGRES_DB\""
fi
psql --username postgres --dbname "$POSTGRES_DB" --quiet \
  --set gateway="$GATEWAY_PASSWORD" --set videos="$VIDEOS_PASSWORD" \
  --set credits="$CREDITS_PASSWORD" --set webhooks="$WEBHOOKS_PASSWORD" --file /owners.sql
