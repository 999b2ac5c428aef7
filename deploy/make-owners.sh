# Run by the PostgreSQL image when it makes the database: the services' roles and schemas.
set -eu
psql --username postgres --dbname "$POSTGRES_DB" \
  --set gateway="$GATEWAY_PASSWORD" --set videos="$VIDEOS_PASSWORD" \
  --set credits="$CREDITS_PASSWORD" --set webhooks="$WEBHOOKS_PASSWORD" --file /owners.sql
