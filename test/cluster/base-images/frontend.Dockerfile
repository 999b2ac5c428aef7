# Stands in for docker/dockerfile:1, which the project's Dockerfile names in its first line. It needs no network.
FROM scratch
COPY dockerfile-frontend /bin/dockerfile-frontend
LABEL moby.buildkit.frontend.network.none="true"
ENTRYPOINT ["/bin/dockerfile-frontend"]
