import type { Plugin } from 'rolldown'

export const namesInUse: Plugin
