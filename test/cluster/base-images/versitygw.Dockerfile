# Stands in for versity/versitygw: the same program, and wget for the health command.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends wget && rm -rf /var/lib/apt/lists/*
COPY versitygw /usr/local/bin/versitygw
ENTRYPOINT ["versitygw"]
