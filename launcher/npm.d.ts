export const findNpm: () => [file: string, args: string[]]
