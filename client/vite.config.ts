import { writeFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { drawings } from "./src/pieces/drawings";

// The page is static; the service sends it. While it is being worked on, `npm run dev` passes its questions on.
const SERVICE = process.env.TORITE_SERVICE ?? "http://127.0.0.1:8377";

/** Leave the drawings of the pieces where Python draws tables with them. */
const pieces: Plugin = {
  name: "pieces",
  apply: "build",
  closeBundle: () => writeFileSync("../src/torite/bridges/pieces.json", JSON.stringify(drawings())),
};

export default defineConfig({
  plugins: [svelte(), pieces],
  build: { outDir: "../src/torite/service/page", emptyOutDir: true, modulePreload: { polyfill: false } },
  server: { proxy: { "/api": { target: SERVICE }, "/ws": { target: SERVICE, ws: true } } },
});
