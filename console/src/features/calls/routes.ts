export const callsRoutes = [] as const;
