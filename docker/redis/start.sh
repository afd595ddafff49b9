#!/bin/sh
# Write the password from its secret into memory, not into the list of processes; start Redis.
set -eu
umask 077
printf 'requirepass %s\n' "$(cat /run/secrets/redis_password)" > /run/redis/auth.conf
exec redis-server /etc/redis/redis.conf
