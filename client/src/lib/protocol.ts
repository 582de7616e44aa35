// Written by `python -m tools.protocol` from the service's types: not by hand.

export * from "./protocol/scene";
export * from "./protocol/guide";
export * from "./protocol/table";
export * from "./protocol/http";
