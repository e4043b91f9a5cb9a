/** Whether `npm test -- --stress` runs; its seed is in the environment. */
export const isStressed = () => process.env.COMPTOIR_TEST_STRESS !== undefined

/** Returns the flags that run another Node.js process under the stress of this one. */
export const stressFlags = () =>
  isStressed()
    ? [`--import=${new URL('preload.ts', import.meta.url)}?seed=${process.env.COMPTOIR_TEST_STRESS}`]
    : []
