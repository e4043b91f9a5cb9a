export declare const nodeFlags: string[]
export declare const serverFlags: string[]
