export const messagingRoutes = [] as const;
