# Stands in for versity/versitygw: the same program, and the wget of Alpine for the health command.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends busybox && rm -rf /var/lib/apt/lists/* && \
    ln -s /bin/busybox /usr/local/bin/wget
COPY versitygw /usr/local/bin/versitygw
ENTRYPOINT ["versitygw"]
