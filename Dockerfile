# One image for every site: nothing of a site is built in, all of it comes from the environment.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches ./patches
# What the image will be made of, with licences and checksums, for those who look for known holes.
RUN npm ci && npm sbom --omit=dev --sbom-format=cyclonedx > sbom.cdx.json
COPY . .
RUN npm run build

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches ./patches
# Its platform's install script links the embedded database's libraries; the rest needs none. What only
# compilers, debuggers, bundlers and browsers read is a third of the image.
RUN npm ci --omit=dev \
  && rm -rf node_modules/typescript node_modules/pdfkit/.yarn node_modules/bintrees/test \
  && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.[mc]ts' -o -name '*.tsx' -o -name '*.a' \
    -o -iname 'readme.md' -o -iname 'changelog.md' -o -iname 'history.md' \
    -o -path '*/@fontsource/*.woff2' -o -path '*/fontkit/dist/browser*' \
    -o -path '*/pdfkit/js/*.browser.*' -o -path '*/pdfkit/js/*.standalone.*' -o -path '*/pdfkit/js/*.old.*' \
    -o -path '*/csv-parse/dist/umd/*' -o -path '*/csv-parse/dist/iife/*' \
    -o -path '*/react-dom/cjs/*-client.*' -o -path '*/react-dom/cjs/*profiling*' -o -path '*/react-dom/cjs/*.browser.*' \
    -o -path '*/react-dom/cjs/*.edge.*' -o -path '*/react-dom/cjs/*.bun.*' -o -path '*/react-dom/cjs/*test-utils*' \) -delete \
  && find node_modules -type d \( -path '*/build/esnext' -o -path '*/@aws-sdk/*/dist-es' -o -path '*/@smithy/*/dist-es' \) \
    -prune -exec rm -rf {} + \
  && find node_modules -type d -empty -delete

FROM node:24-bookworm-slim
ARG VERSION=unknown
ARG REVISION=unknown
ARG CREATED=unknown
LABEL org.opencontainers.image.title="Promptory" \
      org.opencontainers.image.description="A multilingual marketplace for AI-generated image prompts" \
      org.opencontainers.image.licenses="UNLICENSED" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.base.name="docker.io/library/node:24-bookworm-slim"
# Two arenas are enough for a process of one busy thread; more only keep memory that nobody uses.
ENV NODE_ENV=production PORT=3000 HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
COPY package.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY --from=build /app/sbom.cdx.json ./
# Pictures, outgoing mail, and the database where no DATABASE_URL is given. It and /tmp are all that
# is written to: the rest may be read-only.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
# Requests finish first; the process then exits with 0.
STOPSIGNAL SIGTERM
# The process only: a slow database must not restart it. The first start makes and seeds the data.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm, which would keep SIGTERM from the server.
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=256", "build/server/index.js"]
