export const assistantsRoutes = [] as const;
