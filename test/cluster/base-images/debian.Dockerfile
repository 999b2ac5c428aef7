# Debian as mmdebstrap makes it, with the machine's own package sources.
FROM framewright-cluster/rootfs:merged
COPY debian.sources /etc/apt/sources.list.d/debian.sources
RUN rm -f /etc/apt/sources.list && \
    printf 'APT::Keep-Downloaded-Packages "false";\nDir::Cache::pkgcache "";\nDir::Cache::srcpkgcache "";\n' \
      > /etc/apt/apt.conf.d/lean
