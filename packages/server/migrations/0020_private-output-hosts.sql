-- Outputs went anywhere until now: those there are keep going where they go, also into a private network.
UPDATE "station_settings" SET "allowed_stream_hosts" = "allowed_stream_hosts" || ARRAY(
  SELECT DISTINCT lower("host") FROM "stream_outputs" WHERE NOT lower("host") = ANY("station_settings"."allowed_stream_hosts")
);
