# On the first start creates the database with the environment's user and password, then serves it.
set -eu
PATH=$(echo /usr/lib/postgresql/*/bin):$PATH
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" >/tmp/password
  initdb --auth=scram-sha-256 --username="$POSTGRES_USER" --pwfile=/tmp/password
  echo "CREATE DATABASE $POSTGRES_USER" | postgres --single postgres
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
fi
exec postgres -c unix_socket_directories=/tmp
