# The directory in a container: what `npm pack` publishes, with a browser for pictures of websites. Data is in /data.
FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build \
  && npm pack --ignore-scripts \
  && mkdir /app \
  && tar -xzf listing-directory-*.tgz -C /app --strip-components=1 \
  && cp package-lock.json /app
WORKDIR /app
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates chromium fonts-noto-core \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data CHROME_PATH=/usr/bin/chromium
WORKDIR /app
COPY --from=build /app ./
USER node
VOLUME ["/data"]
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/v1/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process, so that it hears SIGTERM.
ENTRYPOINT ["node", "dist/bin/directory-server.js"]
