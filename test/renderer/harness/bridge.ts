// Stands in for a shell: puts an app that answers from memory on the window.

import { createSceneApi } from './scenes.ts';

Object.defineProperty(window, 'holdfast', { value: createSceneApi(new URLSearchParams(window.location.search)) });
