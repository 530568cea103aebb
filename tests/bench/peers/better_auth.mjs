// Creates users with Better Auth inside its own process: people per second, with and without its slow hash.
import { createHmac, randomUUID } from "node:crypto";

import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { admin } from "better-auth/plugins";
import pg from "pg";

const [host, database, seconds, atOnce, hash] = process.argv.slice(2);
const key = randomUUID();
const fast = { hash: async (password) => createHmac("sha256", key).update(password).digest("hex") };
const pool = new pg.Pool({ host, database, user: "postgres", max: Number(atOnce) });
const auth = betterAuth({
  database: pool,
  secret: key + key,
  baseURL: "http://127.0.0.1",
  emailAndPassword: { enabled: true, ...(hash === "fast" ? { password: fast } : {}) },
  plugins: [admin()],
  telemetry: { enabled: false },
});
await (await getMigrations(auth.options)).runMigrations();

const begun = performance.now();
const deadline = begun + Number(seconds) * 1000;
let created = 0;
await Promise.all(
  Array.from({ length: Number(atOnce) }, async () => {
    while (performance.now() < deadline) {
      const email = `${randomUUID()}@example.com`;
      await auth.api.createUser({ body: { email, password: "Guided-step-1947", name: "Asha Rao", role: "user" } });
      created += 1;
    }
  }),
);
console.log((created * 1000) / (performance.now() - begun));
await pool.end();
