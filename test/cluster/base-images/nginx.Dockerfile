# The proxy of ingress.mjs.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends nginx-light && rm -rf /var/lib/apt/lists/*
ENTRYPOINT ["nginx", "-c", "/etc/proxy/nginx.conf"]
