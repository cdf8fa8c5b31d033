import { createRootRoute } from '@tanstack/react-router';

/** What is on every page beside the route is in the app's shell, which the sign-in shows without a router. */
export const Route = createRootRoute();
