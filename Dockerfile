# The page and the service in one image, without an embedded database. The public token ends up in public files: it is no secret.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
ARG VITE_STYTCH_PUBLIC_TOKEN
RUN VITE_STYTCH_PUBLIC_TOKEN=$VITE_STYTCH_PUBLIC_TOKEN npm run build
# The service in a few files, with what it imports.
RUN npx rolldown server/main.ts --platform node --dir service --external @electric-sql/pglite
RUN cp -r server/database/*.sql server/database/migrations service/

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0
RUN echo '{ "type": "module" }' > package.json
COPY --from=build /app/service service
COPY --from=build /app/dist dist
COPY --from=build /app/dist-hosts/headers.json dist-hosts/headers.json
USER node
EXPOSE 8080
HEALTHCHECK CMD ["node", "-e", "fetch(`http://localhost:${process.env.PORT || 8080}/api/live`).then(({ ok }) => process.exit(ok ? 0 : 1))"]
# Not through npm, which would keep the signal to stop.
CMD ["node", "service/main.js"]
