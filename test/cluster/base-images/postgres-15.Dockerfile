# Stands in for postgres:15-bookworm: Debian's own server and client, with the same contract as postgres.Dockerfile.
FROM debian:bookworm-slim
RUN mkdir /etc/postgresql-common && echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf && \
    apt-get update && apt-get install --yes --no-install-recommends --option Dpkg::Options::=--force-confold postgresql-15 && \
    rm -rf /var/lib/apt/lists/* && \
    sed -i 's/^\(tape:x\):.*/\1:970:/; s/^\(postgres:x\):.*/\1:70:/' /etc/group && \
    sed -i 's/^postgres:.*/postgres:x:70:70::\/var\/lib\/postgresql:\/bin\/sh/' /etc/passwd && \
    install --directory --owner 70 --group 70 --mode 1777 /var/lib/postgresql && \
    install --directory --owner 70 --group 70 --mode 3777 /var/run/postgresql && \
    mkdir /docker-entrypoint-initdb.d
COPY --chmod=755 postgres-entrypoint.sh /usr/local/bin/postgres-entrypoint.sh
ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
ENV PGDATA=/var/lib/postgresql/data
VOLUME /var/lib/postgresql
ENTRYPOINT ["postgres-entrypoint.sh"]
STOPSIGNAL SIGINT
EXPOSE 5432
CMD ["postgres"]
