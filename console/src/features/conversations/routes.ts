export const conversationsRoutes = [] as const;
