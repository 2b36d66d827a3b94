export const keysRoutes = [] as const;
