export const toolsRoutes = [] as const;
