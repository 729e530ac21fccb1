# canvass with the pinned Node, from nothing but the npm registry: build with any image that has npm and glibc.
ARG NPM_IMAGE=node:24-bookworm-slim
FROM ${NPM_IMAGE} AS build
WORKDIR /canvass
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json ./
COPY deploy/package deploy/package
COPY src src
# Node is a development dependency: its binary is kept, what else is needed to build is not.
RUN npm run build && cp node_modules/node/bin/node dist/node && npm prune --omit=dev --no-audit --no-fund

FROM ${NPM_IMAGE}
ENV NODE_ENV=production
WORKDIR /canvass
COPY --from=build /canvass/package.json ./
COPY --from=build /canvass/node_modules node_modules
COPY --from=build /canvass/dist dist
COPY profiles profiles
COPY templates templates
# Reports are written to the working directory: mount a volume there.
WORKDIR /work
RUN chown 1000:1000 /work
USER 1000:1000
ENTRYPOINT ["/canvass/dist/node", "/canvass/dist/main.js"]
CMD ["--help"]
