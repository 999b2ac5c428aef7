# One static program and nothing else.
FROM scratch
ARG PROGRAM
COPY ${PROGRAM} /program
ENTRYPOINT ["/program"]
