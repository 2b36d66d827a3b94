export const numbersRoutes = [] as const;
