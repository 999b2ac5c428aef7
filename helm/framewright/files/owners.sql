-- One role and one schema for each service that owns tables; none can read another's. A superuser runs it, connected to the
-- services' database: psql --set gateway=<password> --set videos=… --set credits=… --set webhooks=… --file owners.sql
-- It creates what is missing and sets the passwords, so it may run again.
\set ON_ERROR_STOP on
BEGIN;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
DO $$
DECLARE
  role text;
BEGIN
  FOREACH role IN ARRAY ARRAY['framewright_gateway', 'framewright_videos', 'framewright_credits', 'framewright_webhooks'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
      EXECUTE format('CREATE ROLE %I', role);
    END IF;
  END LOOP;
END $$;
ALTER ROLE framewright_gateway LOGIN PASSWORD :'gateway';
ALTER ROLE framewright_videos LOGIN PASSWORD :'videos';
ALTER ROLE framewright_credits LOGIN PASSWORD :'credits';
ALTER ROLE framewright_webhooks LOGIN PASSWORD :'webhooks';
GRANT framewright_gateway, framewright_videos, framewright_credits, framewright_webhooks TO CURRENT_USER;
CREATE SCHEMA IF NOT EXISTS gateway AUTHORIZATION framewright_gateway;
CREATE SCHEMA IF NOT EXISTS videos AUTHORIZATION framewright_videos;
CREATE SCHEMA IF NOT EXISTS credits AUTHORIZATION framewright_credits;
CREATE SCHEMA IF NOT EXISTS webhooks AUTHORIZATION framewright_webhooks;
ALTER ROLE framewright_gateway IN DATABASE :"DBNAME" SET search_path = gateway;
ALTER ROLE framewright_videos IN DATABASE :"DBNAME" SET search_path = videos;
ALTER ROLE framewright_credits IN DATABASE :"DBNAME" SET search_path = credits;
ALTER ROLE framewright_webhooks IN DATABASE :"DBNAME" SET search_path = webhooks;
COMMIT;
