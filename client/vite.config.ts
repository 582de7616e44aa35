import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The page is static; the service sends it. While it is being worked on, `npm run dev` passes its questions on.
const SERVICE = process.env.TORITE_SERVICE ?? "http://127.0.0.1:8377";

export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/torite/service/page", emptyOutDir: true, modulePreload: { polyfill: false } },
  server: { proxy: { "/api": { target: SERVICE }, "/ws": { target: SERVICE, ws: true } } },
});
