export const npmCommand: () => [file: string, args: string[]]
