# Stands in for postgres:18.1-alpine: the servers of the npm package, Debian's client, and an entrypoint with the same
# contract (POSTGRES_DB, POSTGRES_PASSWORD, /docker-entrypoint-initdb.d, PGDATA, user 70).
FROM debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client-15 && \
    rm -rf /var/lib/apt/lists/* && \
    sed -i 's/^\(tape:x\):.*/\1:970:/' /etc/group && \
    echo 'postgres:x:70:' >> /etc/group && \
    echo 'postgres:x:70:70::/var/lib/postgresql:/bin/sh' >> /etc/passwd && \
    install --directory --owner 70 --group 70 --mode 1777 /var/lib/postgresql && \
    install --directory --owner 70 --group 70 --mode 3777 /var/run/postgresql && \
    mkdir /docker-entrypoint-initdb.d
COPY postgres /usr/local/pgsql
COPY --chmod=755 postgres-entrypoint.sh /usr/local/bin/postgres-entrypoint.sh
ENV PATH=/usr/local/pgsql/bin:/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
ENV PGDATA=/var/lib/postgresql/18/docker
VOLUME /var/lib/postgresql
ENTRYPOINT ["postgres-entrypoint.sh"]
STOPSIGNAL SIGINT
EXPOSE 5432
CMD ["postgres"]
