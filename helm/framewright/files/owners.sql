-- One role and one schema per service that owns tables; none finds another's. Run once by a superuser, connected to the
-- services' database: psql --set gateway=<password> --set videos=… --set credits=… --set webhooks=… --file owners.sql
\set ON_ERROR_STOP on
REVOKE ALL ON SCHEMA public FROM PUBLIC;
CREATE ROLE framewright_gateway LOGIN PASSWORD :'gateway';
CREATE ROLE framewright_videos LOGIN PASSWORD :'videos';
CREATE ROLE framewright_credits LOGIN PASSWORD :'credits';
CREATE ROLE framewright_webhooks LOGIN PASSWORD :'webhooks';
GRANT framewright_gateway, framewright_videos, framewright_credits, framewright_webhooks TO CURRENT_USER;
CREATE SCHEMA gateway AUTHORIZATION framewright_gateway;
CREATE SCHEMA videos AUTHORIZATION framewright_videos;
CREATE SCHEMA credits AUTHORIZATION framewright_credits;
CREATE SCHEMA webhooks AUTHORIZATION framewright_webhooks;
ALTER ROLE framewright_gateway IN DATABASE :"DBNAME" SET search_path = gateway;
ALTER ROLE framewright_videos IN DATABASE :"DBNAME" SET search_path = videos;
ALTER ROLE framewright_credits IN DATABASE :"DBNAME" SET search_path = credits;
ALTER ROLE framewright_webhooks IN DATABASE :"DBNAME" SET search_path = webhooks;
