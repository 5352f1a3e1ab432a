(function () {
  var all = Array.prototype.slice.call(document.querySelectorAll(".question"));
  var chips = Array.prototype.slice.call(document.querySelectorAll(".chip"));
  var find = document.getElementById("find"), lost = document.getElementById("lost"), type = document.getElementById("type");
  function apply() {
    var on = {}, words = find.value.toLowerCase(), shown = 0;
    chips.forEach(function (chip) { on[chip.dataset.outcome] = chip.getAttribute("aria-pressed") === "true"; });
    all.forEach(function (block) {
      var data = block.dataset;
      var keep = on[data.outcome] && (!lost.value || data.lost === lost.value) && (!type.value || data.type === type.value) && data.words.indexOf(words) >= 0;
      block.hidden = !keep;
      if (keep) { shown += 1; }
    });
    document.getElementById("shown").textContent = shown + " shown";
  }
  chips.forEach(function (chip) { chip.addEventListener("click", function () {
    chip.setAttribute("aria-pressed", String(chip.getAttribute("aria-pressed") !== "true")); apply();
  }); });
  [find, lost, type].forEach(function (control) { control.addEventListener("input", apply); });
})();
