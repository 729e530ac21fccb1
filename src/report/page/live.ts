export function startLivePage(): void {}
