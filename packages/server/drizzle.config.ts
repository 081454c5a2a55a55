import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./src/database/schema.ts",
    "./src/database/library-schema.ts",
    "./src/database/community-schema.ts",
    "./src/database/log-schema.ts",
  ],
  out: "./migrations",
});
