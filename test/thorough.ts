/** Some tests try many random cases. `npm test` tries as many as a developer can wait for, and `npm run check` tries more: it sets THOROUGH=1. */
const isThorough = process.env['THOROUGH'] === '1'

export const howMany = (usual: number, thorough: number): number => (isThorough ? thorough : usual)
